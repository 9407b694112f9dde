// Runs before the page, as a classic script in the oldest JavaScript: where the engine cannot run, it
// says so instead of leaving a blank page, and marks <html data-unsupported> so that nothing starts.
(function () {
  // The two smallest modules that use what the engine uses.
  var features = [
    ['WebAssembly SIMD', [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]],
    ['WebAssembly exceptions', [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]],
  ];
  var missing = [];
  for (var i = 0; i < features.length; i++) {
    var known = typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(features[i][1]));
    if (!known) missing.push(features[i][0]);
  }
  if (typeof DecompressionStream === 'undefined') missing.push('DecompressionStream');
  if (missing.length === 0) return;

  document.documentElement.setAttribute('data-unsupported', missing.join(', '));
  document.addEventListener('DOMContentLoaded', function () {
    var sentences = [
      ['zh', '这个浏览器太旧，运行不了注意力课堂（缺少 ' + missing.join('、') + '）。请更新浏览器：Chrome 97、Firefox 113、Safari 16.4 或更新的版本。'],
      ['en', 'This browser is too old for Attention Classroom (it lacks ' + missing.join(' and ') + '). Please update it: Chrome 97, Firefox 113, Safari 16.4 or newer.'],
    ];
    for (var j = 0; j < sentences.length; j++) {
      var p = document.createElement('p');
      p.lang = sentences[j][0];
      p.setAttribute('role', 'alert');
      p.style.cssText = 'font: 1.25rem/1.6 system-ui, sans-serif; max-width: 36em; margin: 2em auto; padding: 0 1em';
      p.textContent = sentences[j][1];
      document.body.appendChild(p);
    }
  });
})();
