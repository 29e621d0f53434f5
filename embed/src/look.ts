import { heights } from './messages.ts'

export const texts = {
  en: {
    title: 'Share your income',
    opening: 'Opening…',
    failed: 'We could not open this. Please check your connection.',
    again: 'Try again',
    close: 'Close',
  },
  cy: {
    title: 'Rhannu eich incwm',
    opening: 'Yn agor…',
    failed: 'Nid oeddem yn gallu agor hwn. Gwiriwch eich cysylltiad.',
    again: 'Rhoi cynnig arall arni',
    close: 'Cau',
  },
}

// Scrolling is locked by a CSS selector rather than an inline style, so there is nothing to restore.
const rules = `
.payproof-dialog { box-sizing: border-box; position: fixed; inset: 0; margin: auto; padding: 0; border: 0; border-radius: 12px;
  width: min(520px, 100vw); height: min(780px, 100dvh - 48px); max-width: none; max-height: none; overflow: hidden;
  color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif }
.payproof-dialog[open] { display: flex; flex-direction: column }
.payproof-dialog::backdrop { background: rgb(0 0 0 / .55) }
html:has(.payproof-dialog[open]) { overflow: hidden }
.payproof-bar { flex: none; display: flex; justify-content: flex-end; height: 44px }
.payproof-bar button { all: unset; box-sizing: border-box; width: 44px; height: 44px; text-align: center; cursor: pointer;
  font: 24px/44px system-ui, sans-serif; border-radius: 12px }
.payproof-stage { position: relative; flex: 1; min-height: 0 }
.payproof-stage iframe { display: block; width: 100%; height: 100%; min-width: 0; max-width: none; margin: 0; padding: 0; border: 0 }
.payproof-inline { position: relative; width: 100%; font: 16px/1.5 system-ui, sans-serif }
.payproof-inline iframe { height: ${heights.first}px; max-height: none }
.payproof-status { position: absolute; inset: 0; display: flex; flex-direction: column; align-items: center; justify-content: center;
  gap: 16px; padding: 24px; text-align: center; background: Canvas; color: CanvasText }
.payproof-status p { margin: 0 }
.payproof-status button { all: unset; box-sizing: border-box; min-height: 44px; padding: 9px 20px; border: 1px solid; border-radius: 8px;
  cursor: pointer }
.payproof-bar button:focus-visible, .payproof-status button:focus-visible { outline: 3px solid Highlight; outline-offset: -3px }
@media (max-width: 600px), (max-height: 500px) {
  .payproof-dialog { width: 100vw; height: 100dvh; border-radius: 0 }
}
`

let sheet: CSSStyleSheet | undefined

/** Adds the style sheet through CSSOM, because a CSP without 'unsafe-inline' blocks style elements and attributes. */
export function dress() {
  if (sheet && document.adoptedStyleSheets.includes(sheet)) return
  sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets.push(sheet)
}
