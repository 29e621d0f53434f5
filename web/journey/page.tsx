import { type ReactNode, useEffect } from 'react'
import { Logo } from '../ui/tile.tsx'
import { go } from './router/navigation.ts'
import { boot } from './session/boot.ts'
import { askToLeave, useLeaving } from './session/leaving.ts'
import { useSession } from './session/session.ts'
import { setLanguage, useTexts } from './texts/index.ts'

/** Frame of every screen: client, language and exit. */
export function Page({ children }: { children: ReactNode }) {
  const { t, say, language } = useTexts()
  const isHere = useLeaving() !== 'left'
  const isOpen = useSession().kind === 'open' && isHere
  const name = boot.client?.name
  const other = language === 'en' ? 'cy' : 'en'
  return (
    <div className="page">
      <header className="page-head">
        <div className="who">
          {name && <Logo name={name} src={boot.client?.logo ?? null} />}
          <span className="who-name">{name ?? 'Payproof'}</span>
        </div>
        <button
          type="button"
          className="text-button text-button-small"
          lang={other}
          onClick={() => setLanguage(other)}
        >
          {t.common.otherLanguage}
        </button>
        {isOpen && (
          <button type="button" className="text-button text-button-small leave" onClick={askToLeave}>
            {t.common.leave}
          </button>
        )}
      </header>
      {children}
      <footer className="page-foot">
        {boot.environment === 'sandbox' && <p>{t.common.sandbox}</p>}
        <p>{name ? say(t.common.carriedBy, { client: name }) : t.common.carriedSecurely}</p>
        {isOpen && (
          <button
            type="button"
            className="text-button text-button-small"
            onClick={() => go({ view: 'mine' })}
          >
            {t.common.yourData}
          </button>
        )}
      </footer>
    </div>
  )
}

/** The window title: announced first by screen readers and shown in the browser's history. */
export function useWindowTitle(screen: string) {
  const { t, say } = useTexts()
  const title = boot.client ? say(t.page.title, { screen, client: boot.client.name }) : screen
  useEffect(() => {
    document.title = title
  }, [title])
}
