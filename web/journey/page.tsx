import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Logo } from '../ui/tile.tsx'
import { go } from './router/navigation.ts'
import { boot } from './session/boot.ts'
import { askToLeave, useLeaving } from './session/leaving.ts'
import { useSession } from './session/session.ts'
import { setLanguage, useTexts } from './texts/index.ts'
import { openSafety, useSafetyOpen } from './trust/safety.ts'

const SafetySheet = lazy(async () => ({ default: (await import('./trust/safety-sheet.tsx')).SafetySheet }))

/** Frame of every screen: client, language and exit. */
export function Page({ children }: { children: ReactNode }) {
  const { t, say, language } = useTexts()
  const isHere = useLeaving() !== 'left'
  const isOpen = useSession().kind === 'open' && isHere
  const isSafetyOpen = useSafetyOpen()
  const name = boot.client?.name
  const other = language === 'en' ? 'cy' : 'en'
  return (
    <div className="page">
      <header className="page-head">
        <div className="who">
          {name && <Logo name={name} src={boot.client?.logo ?? null} />}
          {name && <span className="who-join" aria-hidden="true" />}
          <OwnMark />
          <span className="who-name">
            {name ? (
              <>
                {name} <span className="who-with">{t.common.withPayproof}</span>
              </>
            ) : (
              'Payproof'
            )}
          </span>
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
      {isSafetyOpen && (
        <Suspense>
          <SafetySheet />
        </Suspense>
      )}
      <footer className="page-foot">
        {boot.environment === 'sandbox' && <p>{t.common.sandbox}</p>}
        <p>{name ? say(t.common.carriedBy, { client: name }) : t.common.carriedSecurely}</p>
        <button type="button" className="text-button text-button-small" onClick={openSafety}>
          {t.trust.title}
        </button>
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

/** Our mark: a payslip with a tick. */
const OwnMark = () => (
  <svg className="logo own-mark" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    <path d="M12 8h16v24l-4-2.6-4 2.6-4-2.6-4 2.600z" />
    <path className="own-mark-tick" d="M15.5 18.500l3.5 3.5 6-7" />
  </svg>
)

/** Sets the window title, which screen readers announce first and the browser's history shows. */
export function useWindowTitle(screen: string) {
  const { t, say } = useTexts()
  const title = boot.client ? say(t.page.title, { screen, client: boot.client.name }) : screen
  useEffect(() => {
    document.title = title
  }, [title])
}
