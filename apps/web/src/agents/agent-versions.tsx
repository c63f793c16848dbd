import type { OutputOf } from '@datacortex/space'
import { type ReactNode, useState } from 'react'
import { useAnswer } from '../frame/api-context.tsx'
import { DataTable } from '../frame/data-table.tsx'
import { Ago, Answered, Button, Section } from '../frame/pieces.tsx'
import { agentsTexts as said } from '../texts/agents.ts'

type Sides = { readonly from: string; readonly to?: string | undefined }

/** The versions of an agent, the newest first, and what differs between two that follow each other. */
export function AgentVersions({ agent }: { readonly agent: OutputOf<'agents.show'> }): ReactNode {
  const versions = agent.performance?.version_history ?? []
  const [sides, setSides] = useState<Sides>()
  const button = (name: string, both: Sides): ReactNode => <Button text={name} onClick={() => setSides(both)} />
  const newest = versions[0]?.hash
  return (
    <Section title={said.versions}>
      {versions.length === 0 ? (
        <p className="soft">{said.noVersions}</p>
      ) : (
        <DataTable
          label={said.versions}
          columns={[said.version, said.since, said.executions, said.changed]}
          rows={versions.map(({ version, hash = '', deployed, executions = 0 }, place) => {
            const before = versions[place + 1]?.hash
            const short = hash.slice(0, 8)
            return [
              <>
                {version} <code>{short}</code>
              </>,
              deployed === undefined ? '' : <Ago at={deployed} />,
              executions,
              before === undefined ? '' : button(said.compare(short), { from: before, to: hash }),
            ]
          })}
        />
      )}
      {newest !== undefined && <p>{button(said.compareNow, { from: newest })}</p>}
      {sides !== undefined && <Differences agent={agent.id} {...sides} />}
    </Section>
  )
}

function Differences({ agent, from, to }: Sides & { readonly agent: string }): ReactNode {
  const answer = useAnswer('agents.compare', { agent, from, ...(to === undefined ? {} : { to }) })
  return (
    <Answered answer={answer}>
      {({ pieces }) =>
        pieces.length === 1 ? (
          <p role="status">{said.nothingDiffers}</p>
        ) : (
          <pre className="compared" tabIndex={0} dir="auto" aria-label={said.differences}>
            {pieces.map(({ kind, lines }, place) => (
              <Piece key={place} kind={kind} text={lines.map((line) => `${line}\n`).join('')} />
            ))}
          </pre>
        )
      }
    </Answered>
  )
}

/** Marked by signs too, for who sees no colours. */
function Piece({ kind, text }: { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }): ReactNode {
  const signed = (sign: string): string => text.replaceAll(/^(?!$)/gm, `${sign} `)
  if (kind === 'same') return signed(' ')
  return kind === 'added' ? <ins>{signed('+')}</ins> : <del>{signed('-')}</del>
}
