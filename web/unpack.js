// Runs at the end of the page: its code lies compressed in the block before this script, which unpacks it and hands it
// over as the module whose hash the Content-Security-Policy knows.
(function () {
  if (document.documentElement.dataset.unsupported) return;
  var bytes = Uint8Array.from(atob(document.getElementById('packed').textContent), (character) => character.charCodeAt(0));
  var stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  new Response(stream).text().then(function (code) {
    var script = document.createElement('script');
    script.type = 'module';
    script.textContent = code;
    document.head.appendChild(script);
  });
})();
