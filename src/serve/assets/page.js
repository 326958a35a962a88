// Keys and small comforts. Everything on the page works without this file.
"use strict";
(() => {
  const box = document.getElementById("q");
  const help = document.getElementById("keys");
  const items = [...document.querySelectorAll("main .item")];
  let at = -1;

  const isTyping = (element) =>
    element && (element.matches("input, textarea, select") || element.isContentEditable);

  const move = (step) => {
    if (!items.length) return;
    at = Math.min(items.length - 1, Math.max(0, at + step));
    const link = items[at].matches("a.open") ? items[at] : items[at].querySelector("a.open");
    document.querySelector(".item.current")?.classList.remove("current");
    items[at].classList.add("current");
    items[at].scrollIntoView({ block: "nearest" });
    link?.focus({ preventScroll: true });
  };

  const turn = (rel) => document.querySelector(`main .pager a[rel="${rel}"]`)?.click();

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape" && isTyping(document.activeElement)) {
      document.activeElement.blur();
      return;
    }
    // A key held down moves on through the items; it does not run through the pages.
    if (event.repeat && event.key !== "j" && event.key !== "k") return;
    if (isTyping(document.activeElement) || help?.open) return;
    const keys = {
      "/": () => { box?.focus(); box?.select(); },
      j: () => move(1),
      k: () => move(-1),
      "[": () => turn("prev"),
      "]": () => turn("next"),
      "?": () => help?.showModal(),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  // An item that got the focus by other means is the one to go on from.
  document.addEventListener("focusin", (event) => {
    const found = items.findIndex((item) => item.contains(event.target));
    if (found >= 0 && found !== at) {
      document.querySelector(".item.current")?.classList.remove("current");
      at = found;
    }
  });

  document.querySelector("a.keys")?.addEventListener("click", (event) => {
    if (!help?.showModal) return;
    event.preventDefault();
    help.showModal();
  });

  for (const select of document.querySelectorAll("select[data-submit]")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }
})();
