// Embeds the journey. Its events only update this page; the server decides, from data that a webhook announced.
const share = document.querySelector('#share')
const button = document.querySelector('#open')
const status = document.querySelector('#status')
let isJourneyOpen = false
let timer

button.addEventListener('click', () => {
  if (!window.Payproof) {
    status.textContent = 'The page to share your income did not load. Please try again.'
    return
  }
  isJourneyOpen = true
  clearTimeout(timer)
  button.hidden = true
  status.textContent = ''
  window.Payproof.open({
    link: share.dataset.link,
    mode: 'inline',
    container: document.querySelector('#journey'),
    onExit: ({ last_view }) => {
      isJourneyOpen = false
      button.hidden = false
      status.textContent =
        last_view === 'done' ? 'Thank you. Our decision comes in a moment.' : 'You can go on where you were.'
      waitForDecision()
    },
  })
})

/** Polls for a decision newer than the one shown, then reloads. Never reloads while the journey is open. */
async function waitForDecision() {
  const reply = await fetch('/application/version').catch(() => undefined)
  const isNewer = reply?.ok && Number(await reply.text()) > Number(share.dataset.version)
  if (isJourneyOpen) return
  if (isNewer) location.reload()
  else timer = setTimeout(waitForDecision, 1_000)
}

waitForDecision()
