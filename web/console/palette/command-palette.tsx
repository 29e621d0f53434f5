import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { api } from '../api.ts'
import { NavIcon, type NavIconName } from '../nav-icon.tsx'
import { canOpen } from '../pages.ts'
import { queueName } from '../reviews/queue-table.tsx'
import { useMember } from '../session.ts'
import { visibleEntries } from '../visible-entries.ts'
import { matchesQuery, moveSelection } from './matches.ts'
import './palette.css'

type Option = { id: string; icon: NavIconName; label: string; detail: string; open: () => void }

/** The search of users starts with this many letters, as that of the API. */
const minLetters = 3
const maxPeople = 6
/** Pause in typing after which users are searched. */
const pauseMs = 200

/** Whether these keys open the palette: Ctrl K, or Command K on a Mac. */
export const opensPalette = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k'

/** Finds pages and users by typing. The arrow keys select a result and Enter opens it. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const people = usePeople(useSettled(text.trim()), onClose)
  const pages = usePages(onClose).filter(({ label }) => matchesQuery(label, text))
  const options = [...people, ...pages]
  const id = useId()
  const active = options[Math.min(selected, options.length - 1)]
  const optionId = (option: Option | undefined) => option && `${id}-${option.id}`

  function onKeyDown(event: KeyboardEvent) {
    const next = moveSelection(event.key, options.indexOf(active as Option), options.length)
    if (next !== undefined) {
      event.preventDefault()
      setSelected(next)
      document.getElementById(optionId(options[next]) ?? '')?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      active?.open()
    }
  }

  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        className="palette-input"
        type="text"
        role="combobox"
        aria-label="Find a page or a user"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={optionId(active)}
        autoComplete="off"
        spellCheck={false}
        placeholder="Page, name or reference"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div className="palette-options" id={id} role="listbox" aria-label="Results">
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and handles the keys.
          <div
            key={option.id}
            id={optionId(option)}
            role="option"
            tabIndex={-1}
            aria-selected={option === active}
            onClick={option.open}
          >
            <NavIcon name={option.icon} />
            <span>{option.label}</span>
            <span className="quiet small">{option.detail}</span>
          </div>
        ))}
      </div>
      <p className="quiet small" role="status">
        {options.length === 0
          ? `No matches. To find a user, enter at least ${minLetters} letters of a name or reference.`
          : '↑ ↓ to select, Enter to open, Esc to close'}
      </p>
    </Dialog>
  )
}

/** Returns the text once it has not changed for a moment. */
function useSettled(text: string) {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

function usePages(onClose: () => void): Option[] {
  const navigate = useNavigate()
  return visibleEntries().map(({ path, icon, label, group }) => ({
    id: path.slice(1),
    icon,
    label,
    detail: group,
    open() {
      onClose()
      void navigate({ to: path })
    },
  }))
}

function usePeople(search: string, onClose: () => void): Option[] {
  const navigate = useNavigate()
  const { role } = useMember()
  const isSearched = search.length >= minLetters && canOpen(role, '/users')
  const found = useQuery({
    queryKey: ['reviews', 'palette', search],
    queryFn: ({ signal }) => api.reviews.list({ search, limit: maxPeople }, { signal }).first(),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  if (!isSearched || !found.data) return []
  return found.data.reviews.map((row) => ({
    id: row.user_id,
    icon: 'person',
    label: queueName(row),
    detail: row.ext_id ?? 'User',
    open() {
      onClose()
      void navigate({ to: '/users/$user_id', params: { user_id: row.user_id } })
    },
  }))
}
