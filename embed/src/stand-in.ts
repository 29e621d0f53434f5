import { openBridge } from '../../web/journey/events/bridge.ts'

// A journey with a single button, for tests of the sandbox's lender page. It reports that it is open, asks before
// closing, and no longer asks at the third attempt.
const root = document.documentElement
const { frame_origins: origins } = JSON.parse(root.dataset.boot ?? '{}')
const question = document.createElement('dialog')
const stay = document.createElement('button')
stay.textContent = 'Stay'
stay.addEventListener('click', () => question.close())
question.append(stay)
document.body.append(question)
let leaveAttempts = 0

function ask() {
  if (!question.open) question.showModal()
}

const bridge = openBridge({
  origins,
  onLeave() {
    leaveAttempts += 1
    root.dataset.leave = String(leaveAttempts)
    return leaveAttempts < 3 ? ask() : false
  },
})
document.querySelector('main button')?.addEventListener('click', ask)
bridge.send({ payproof: 1, id: 'opened', name: 'open', at: new Date().toISOString() })
Object.assign(window, { bridge })
