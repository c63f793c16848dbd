import { Link, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { useLive } from '../live/use-live.ts'
import { useAnswer, useApi } from './api-context.tsx'

/** What stands around every page. */
export function Frame(): ReactNode {
  const { may, session } = useApi()
  const isGone = useLive()
  return (
    <>
      <a className="skip" href="#main">
        {texts.skip}
      </a>
      <nav className="bar" aria-label={texts.nav.label}>
        <strong dir="auto">{session.space}</strong>
        {may('read') && <Link to="/">{texts.nav.find}</Link>}
        {may('read') && <Link to="/notes">{texts.nav.notes}</Link>}
        {may('read') && <Link to="/graph">{texts.nav.graph}</Link>}
        <Link to="/agents">{texts.nav.agents}</Link>
        {may('read') && <Link to="/memory">{texts.nav.memory}</Link>}
        {may('read') && <Link to="/research">{texts.nav.research}</Link>}
        {may('discover') && <Link to="/discovery">{texts.nav.discovery}</Link>}
        {may('read') && <Link to="/night">{texts.nav.night}</Link>}
        {may('manage') && <Link to="/health">{texts.nav.health}</Link>}
      </nav>
      {isGone && (
        <p className="notice" role="status">
          {texts.gone}
        </p>
      )}
      {may('manage') && <Restricted />}
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  )
}

function Restricted(): ReactNode {
  const { data } = useAnswer('trust.show', {})
  return data?.state === 'restricted' ? (
    <p className="notice" role="status">
      {texts.restricted} <Link to="/health">{texts.restrictedLink}</Link>
    </p>
  ) : null
}
