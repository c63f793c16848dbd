import { useMutation } from '@tanstack/react-query'
import type { InputOf, OutputOf } from '@datacortex/space'
import { type ReactNode, useState } from 'react'
import { useApi } from '../frame/api-context.tsx'
import { type FieldOf, Field, Form } from '../frame/form.tsx'
import { Button, Command, Problem } from '../frame/pieces.tsx'
import { discoveryTexts } from '../texts/discovery.ts'

const said = discoveryTexts.projects

type Asked = Pick<InputOf<'project.add'>, 'project' | 'agents' | 'signed_by' | 'bunker'>
type Report = OutputOf<'project.add'>
type Extension = {
  readonly getPublicKey: () => Promise<string>
  readonly signEvent: (event: Omit<Report['unsigned'], 'pubkey'>) => Promise<Record<string, unknown>>
}

/** The program that keeps the user's keys in this browser (NIP-07), if there is one. */
function extension(): Extension | undefined {
  return (globalThis as { readonly nostr?: Extension }).nostr
}

/** What of some addresses can be in a project on Nostr: definitions and keys. */
export function projectAgents(addresses: readonly string[]): readonly string[] {
  return addresses.filter((one) => /^(?:naddr1|nevent1|note1|npub1)[a-z\d]+$|^[\da-f]{64}$/.test(one))
}

/** Adds agents to a project of the user by one new event: shows all that becomes public, then lets it be signed. */
export function ProjectSigning({ agents }: { readonly agents: readonly string[] }): ReactNode {
  const { call, session } = useApi()
  const [asked, setAsked] = useState<Asked>()
  const [report, setReport] = useState<Report>()
  const { mutate, isPending, error } = useMutation({ mutationFn: async (work: () => Promise<void>) => await work() })
  if (agents.length === 0 || !session.isOwn) return null
  const plan = async (project: string, bunker: string): Promise<void> => {
    const keys = extension()
    if (bunker === '' && keys === undefined) throw new Error(said.nobodySigns)
    const by = bunker !== '' || keys === undefined ? { bunker } : { signed_by: { pubkey: await keys.getPublicKey() } }
    const input = { project, agents: [...agents], ...by }
    setReport(await call('project.add', input))
    setAsked(input)
  }
  const show = (fieldOf: FieldOf): void => {
    setReport(undefined)
    mutate(async () => await plan(fieldOf('project').trim(), fieldOf('bunker').trim()))
  }
  const sign = async ({ unsigned, plan: [first] }: Report, input: Asked): Promise<void> => {
    const { signed_by: by } = input
    const { pubkey: _, ...draft } = unsigned
    // What was signed already is sent on, to those that have not taken it.
    const isNew = by !== undefined && first?.action !== 'resume'
    const event = isNew ? await extension()?.signEvent(draft) : undefined
    const signedBy = by === undefined ? {} : { signed_by: { ...by, ...(event === undefined ? {} : { event }) } }
    const sent = await call('project.add', { ...input, ...signedBy, confirm: true })
    const isWhole = sent.results.every((one) => one.failures.length === 0)
    setReport(isWhole ? sent : { ...sent, plan: sent.plan.map((one) => ({ ...one, action: 'resume' })) })
  }
  return (
    <details>
      <summary>{said.title}</summary>
      <Form onSend={show}>
        <Field label={said.project} isBroad name="project" required autoComplete="off" placeholder="31933:…" />
        <Field
          label={extension() === undefined ? said.bunker : said.bunkerOrExtension}
          isBroad
          name="bunker"
          type="password"
          autoComplete="off"
          pattern="bunker://.+"
        />
        <Button text={said.show} type="submit" disabled={isPending} />
      </Form>
      {error !== null && <Problem error={error} />}
      {report !== undefined && asked !== undefined && (
        <Shown report={report} isBusy={isPending} onSign={() => mutate(async () => await sign(report, asked))} />
      )}
    </details>
  )
}

type ShownProps = { readonly report: Report; readonly isBusy: boolean; readonly onSign: () => void }

function Shown({
  report: { confirmed, added, kept, unsigned, asked_relays: relays, results },
  isBusy,
  onSign,
}: ShownProps): ReactNode {
  const taken = new Set(results.flatMap((one) => one.relays))
  const failures = results.flatMap((one) => one.failures)
  const isDone = confirmed && failures.length === 0
  return (
    <section aria-label={said.difference}>
      <h3>{said.difference}</h3>
      <ul aria-label={said.difference}>
        {added.map((one) => (
          <li key={`+${one}`} className="holds">
            <ins>{one}</ins>
          </li>
        ))}
        {kept.map((one) => (
          <li key={one} className="soft">
            {one}
          </li>
        ))}
      </ul>
      {added.length === 0 && !confirmed && <p role="status">{said.nothingNew}</p>}
      <h3>{said.bytes}</h3>
      <Command>{JSON.stringify(unsigned, undefined, 2)}</Command>
      <p>{said.permanence}</p>
      <h3>{said.relays}</h3>
      <ul aria-label={said.relays}>
        {relays.map((relay) => (
          <li key={relay}>
            {relay}: {taken.has(relay) ? said.taken : (failures.find(({ at }) => at === relay)?.message ?? said.open)}
          </li>
        ))}
      </ul>
      {isDone ? (
        <p role="status">{said.done}</p>
      ) : (
        (added.length > 0 || confirmed) && (
          <Button text={confirmed ? said.again : said.sign} disabled={isBusy} onClick={onSign} />
        )
      )}
    </section>
  )
}
