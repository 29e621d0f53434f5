// Integration code of a client page: opens the journey on a button click and listens for events.
const form = document.querySelector('form')
const fault = document.querySelector('#fault')
const close = document.querySelector('#close')
const list = document.querySelector('#events')
const services = form.dataset.services.split(' ')

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const link = form.elements.link.value.trim()
  fault.textContent = faultOf(link)
  if (fault.textContent) return
  const mode = event.submitter?.value ?? 'dialog'
  const journey = window.Payproof.open({
    link,
    mode,
    container: document.querySelector('#journey'),
    language: form.elements.language.value || undefined,
    onEvent: show,
    onExit: () => {
      close.hidden = true
    },
  })
  close.hidden = mode !== 'inline'
  close.onclick = () => journey.close()
})

function faultOf(link) {
  if (!window.Payproof) return `${services[0]}/journey.js was not loaded. Is the service running?`
  if (!services.includes(URL.parse(link)?.origin))
    return `This page may embed ${services.join(', ')} only (SERVICE_URL of the sandbox).`
  return ''
}

function show({ name, at, id, payproof, ...details }) {
  document.querySelector('#nothing').hidden = true
  const item = document.createElement('li')
  const title = document.createElement('strong')
  title.textContent = name
  const time = document.createElement('time')
  time.dateTime = at
  time.textContent = at.slice(11, 19)
  const more = document.createElement('code')
  more.textContent = Object.entries(details)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')
  item.dataset.id = id
  item.dataset.version = payproof
  item.append(title, ' ', more, ' ', time)
  list.append(item)
}
