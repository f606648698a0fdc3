// The texts of a page that do not stand out from their ground as WCAG AA asks: 4.5 to 1, large ones 3 to 1.
() => {
    const channels = color => {
        const found = color.match(/[\d.]+/g).map(Number);
        return { rgb: found.slice(0, 3), alpha: found.length > 3 ? found[3] : 1 };
    };
    const over = (top, under) => top.rgb.map((value, i) => value * top.alpha + under[i] * (1 - top.alpha));
    const ground = element => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) {
            const color = channels(getComputedStyle(at).backgroundColor);
            if (color.alpha > 0) layers.push(color);
            if (color.alpha === 1) break;
        }
        return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
    };
    const luminance = rgb => {
        const [r, g, b] = rgb.map(value => {
            const share = value / 255;
            return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const faint = new Set();
    const walker = document.createTreeWalker(document.querySelector('[data-testid="stApp"]'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        const shown = style.visibility === 'visible' && box.width && box.height;
        const text = node.textContent.trim();
        // Icons are letters of a font of their own, and always stand beside a word.
        if (!/[\p{L}\p{N}]/u.test(text) || !shown || element.closest('[disabled], [aria-disabled=true], [data-testid=stIconMaterial], style, script')) continue;
        const under = ground(element);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        const found = contrast(over(channels(style.color), under), under);
        if (found < (large ? 3 : 4.5)) faint.add(`${text.slice(0, 60)} (${found.toFixed(2)})`);
    }
    return [...faint];
}
