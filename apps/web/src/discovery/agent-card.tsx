import type { OutputOf } from '@datacortex/space'
import type { ReactNode } from 'react'
import { AgentLink } from '../frame/links.tsx'
import { Ago } from '../frame/pieces.tsx'
import { findTexts } from '../texts/find.ts'
import { discoveryTexts as said } from '../texts/discovery.ts'

type Everywhere = Extract<OutputOf<'find'>, { readonly directories: unknown }>

export type Published = Partial<Everywhere['results'][number]> & OutputOf<'find'>['results'][number]

type AgentCardProps = { agent: Published; isSelected: boolean; onToggle: () => void }

/** An agent that fits: what it says of itself, what of that is proved, and who rated it. */
export function AgentCard({ agent, isSelected, onToggle }: AgentCardProps): ReactNode {
  const { id, name, description, score, origin, imported_as: here, tools = [] } = agent
  const isForeign = origin !== undefined && origin.directory !== 'local'
  const local = isForeign ? here : id
  return (
    <li className="card">
      <div className="row-head">
        <strong dir="auto">{name}</strong>
        <span className="score">{findTexts.score(score)}</span>
      </div>
      <div dir="auto" className="lines">
        {description}
      </div>
      <div className="soft">
        {isForeign ? origin.directory : said.here}
        {origin?.author !== undefined && ` · ${said.by} ${origin.author.slice(0, 24)}`}
        {origin?.version !== undefined && ` · ${said.version} ${origin.version}`}
        {origin?.published_at !== undefined && (
          <>
            {' · '}
            <Ago at={origin.published_at} />
          </>
        )}
        {origin?.stale === true && ` · ${said.stale}`}
      </div>
      {isForeign && <Proofs agent={agent} />}
      {tools.length > 0 && (
        <div className="soft">
          {said.tools}: {tools.join(', ')}
        </div>
      )}
      {local !== undefined && (
        <div>
          {isForeign && `${said.imported} `}
          <AgentLink id={local} />
        </div>
      )}
      {isForeign && here === undefined && (
        <label>
          <input type="checkbox" checked={isSelected} onChange={onToggle} aria-label={said.select(name)} />{' '}
          <span className="cut">{id}</span>
        </label>
      )}
    </li>
  )
}

function Proofs({ agent: { proofs = [], links = [], looks_like: alike = [], reputation } }: { agent: Published }) {
  const parts = reputation?.parts ?? []
  return (
    <>
      <ul className="tags">
        {proofs.map(({ kind, holds }) => (
          <li key={kind} className={holds ? 'holds' : 'fails'}>
            {holds ? said.holds(said.proofs[kind] ?? kind) : said.fails(said.proofs[kind] ?? kind)}
          </li>
        ))}
        {links.map(({ to, proved }) => (
          <li key={to} className={proved ? 'holds' : 'fails'}>
            {said.link(to, proved)}
          </li>
        ))}
      </ul>
      {alike.length > 0 && <div className="state-waiting">{said.alike(alike.join(', '))}</div>}
      <div className="soft">
        {said.reputation}:{' '}
        {parts.length === 0
          ? said.noReputation
          : parts.map(({ by, mean, count }) => said.reputationPart(by, mean, count)).join(' · ')}
      </div>
    </>
  )
}
