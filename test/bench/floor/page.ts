/** An input whose Enter sends, and a <pre> that grows and stays at its end. */
export const page = `<!DOCTYPE html>
<html>
<body style="margin: 0; padding: 0; height: 100vh; display: flex; flex-direction: column">
<pre id="floor" style="flex: 1; overflow: auto; margin: 0; white-space: pre-wrap"></pre>
<input id="prompt">
<script>
const { postMessage } = acquireVsCodeApi();
const pre = document.getElementById('floor');
const input = document.getElementById('prompt');
addEventListener('message', ({ data }) => {
  pre.append(data);
  requestAnimationFrame(() => { pre.scrollTop = pre.scrollHeight; });
});
input.addEventListener('keydown', ({ key }) => {
  if (key !== 'Enter') return;
  if (input.value === 'clear') pre.textContent = '';
  else postMessage(input.value);
  input.value = '';
});
</script>
</body>
</html>`;
