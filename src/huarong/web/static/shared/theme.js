// Sets the chosen theme and language before anything is drawn, so that nothing flashes.
(function () {
  var settings = {};
  try { settings = JSON.parse(localStorage.getItem('huarong.settings')) || {}; } catch (e) { /* none yet */ }
  var root = document.documentElement;
  if (settings.theme) root.dataset.theme = settings.theme;
  root.lang = settings.lang || (/^zh/i.test(navigator.language) ? 'zh' : 'en');
  root.dataset.js = 'on';
})();
