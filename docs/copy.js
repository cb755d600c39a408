// The copy button leaves out prompts, output and results: what is copied runs.
const typed = (text, python) => {
  const lines = text.split("\n");
  const prompt = python ? /^(>>>|\.\.\.)( |$)/ : /^\$ /;
  if (!lines.some((line) => prompt.test(line))) return text;
  const goesOn = (at) => !python && at > 0 && lines[at - 1].endsWith("\\");
  return lines.filter((line, at) => prompt.test(line) || goesOn(at)).map((line) => line.replace(prompt, "")).join("\n");
};

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.("[data-clipboard-target], .md-code__button[data-md-type='copy']");
    const block = button?.closest(".highlight");
    if (!block || !/language-(pycon|console)/.test(block.className)) return;
    event.stopImmediatePropagation();
    navigator.clipboard.writeText(typed(block.querySelector("code").innerText, /pycon/.test(block.className)));
  },
  true,
);
