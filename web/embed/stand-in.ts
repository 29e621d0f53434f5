import { openBridge } from '../journey/events/bridge.ts'

// A one-button journey for the test of the sandbox's lender: it reports that it is open, asks before closing,
// and stops asking the third time.
const root = document.documentElement
const { frame_origins: origins } = JSON.parse(root.dataset.boot ?? '{}')
const question = document.createElement('dialog')
const stay = document.createElement('button')
stay.textContent = 'Stay'
stay.addEventListener('click', () => question.close())
question.append(stay)
document.body.append(question)
let asked = 0

function ask() {
  if (!question.open) question.showModal()
}

const bridge = openBridge({
  origins,
  onLeave() {
    asked += 1
    root.dataset.leave = String(asked)
    return asked < 3 ? ask() : false
  },
})
document.querySelector('main button')?.addEventListener('click', ask)
bridge.tell({ payproof: 1, id: 'opened', name: 'open', at: new Date().toISOString() })
Object.assign(window, { bridge })
