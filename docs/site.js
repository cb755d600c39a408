// The copy button leaves out prompts, output and results: what is copied runs.
const typed = (text) => {
  const prompt = text.startsWith(">>> ") ? /^(>>>|\.\.\.)( |$)/ : text.startsWith("$ ") ? /^\$ / : null;
  if (!prompt) return null;
  const lines = text.split("\n");
  const goesOn = (at) => text.startsWith("$ ") && at > 0 && lines[at - 1].endsWith("\\");
  return lines.filter((line, at) => prompt.test(line) || goesOn(at)).map((line) => line.replace(prompt, "")).join("\n");
};

document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".md-code__button[data-md-type='copy']");
    const text = button && typed(button.closest(".highlight").querySelector("code").innerText);
    if (!text) return;
    event.stopImmediatePropagation();
    navigator.clipboard.writeText(text);
    button.title = "Copied to clipboard";
  },
  true,
);

// What the theme makes in the browser gets a name, and can be reached by keyboard.
const name = () => {
  document.querySelectorAll(".md-code__nav:not([aria-label])").forEach((nav, at) => {
    nav.setAttribute("aria-label", `Code block ${nav.closest(".highlight")?.querySelector("[id]")?.id ?? at}`);
  });
  document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])").forEach((box) => {
    box.tabIndex = 0;
  });
  document.querySelectorAll(".md-search:not([aria-label])").forEach((dialog) => {
    dialog.setAttribute("aria-label", "Search");
  });
};
new MutationObserver(name).observe(document.body, { childList: true, subtree: true });
name();
