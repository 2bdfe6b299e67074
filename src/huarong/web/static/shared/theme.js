// Sets the chosen theme and language before anything is drawn, so that nothing flashes, and fetches its texts.
(function () {
  var settings = {};
  try { settings = JSON.parse(localStorage.getItem('huarong.settings')) || {}; } catch (e) { /* none yet */ }
  var root = document.documentElement;
  if (settings.theme) root.dataset.theme = settings.theme;
  root.lang = settings.lang || (/^zh/i.test(navigator.language) ? 'zh' : 'en');
  root.dataset.js = 'on';
  var words = document.createElement('link'), own = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  var href = own.replace('theme.js', 'words.' + root.lang + '.json');
  Object.assign(words, { rel: 'preload', as: 'fetch', crossOrigin: '', href: href });
  document.head.append(words);
})();
