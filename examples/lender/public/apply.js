// The journey in our page. What it tells is good for the page; decisions come from the server, which has the webhook.
const share = document.querySelector('#share')
const button = document.querySelector('#open')
const status = document.querySelector('#status')
let timer

button.addEventListener('click', () => {
  if (!window.Payproof) {
    status.textContent = 'The page to share your income did not load. Please try again.'
    return
  }
  clearTimeout(timer)
  button.hidden = true
  status.textContent = ''
  window.Payproof.open({
    link: share.dataset.link,
    mode: 'inline',
    container: document.querySelector('#journey'),
    onExit: ({ last_view }) => {
      button.hidden = false
      status.textContent =
        last_view === 'done' ? 'Thank you. Our decision comes in a moment.' : 'You can go on where you were.'
      waitForDecision()
    },
  })
})

/** Shows the decision as soon as the webhook has brought one that this page does not show. */
async function waitForDecision() {
  const reply = await fetch('/application/version').catch(() => undefined)
  const isNewer = reply?.ok && Number(await reply.text()) > Number(share.dataset.version)
  if (isNewer) location.reload()
  else timer = setTimeout(waitForDecision, 1_000)
}

waitForDecision()
