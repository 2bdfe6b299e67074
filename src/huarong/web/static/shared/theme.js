// Sets the chosen theme and language before anything is drawn, so that nothing flashes. The button that was
// clicked last before the page listens is kept, and `begin` (ui.js) clicks it again.
(function () {
  var settings = {};
  try { settings = JSON.parse(localStorage.getItem('huarong.settings') || '{}') || {}; } catch (e) { /* none yet */ }
  var root = document.documentElement;
  if (settings.theme) root.dataset.theme = settings.theme;
  root.lang = settings.lang || (/^zh/i.test(navigator.language) ? 'zh' : 'en');
  root.dataset.js = 'on';
  var early, keep = function (event) {
    var button = event.target.closest('button');
    if (button) { early = button; event.preventDefault(); } // a form is not sent
  };
  addEventListener('click', keep, true);
  window['begun'] = function () { removeEventListener('click', keep, true); return early; };
})();
