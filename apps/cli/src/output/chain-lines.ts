import type { OutputOf } from '@datacortex/space'
import { columns, count, grouped } from '@datacortex/wording'
import { linesOf } from './lines.ts'
import { outsideText } from './outside-text.ts'
import { publishFindingLines } from './publish-lines.ts'

type ChainReport = OutputOf<'chain.register'>

export function chainReportLines(report: ChainReport, command: string): readonly string[] {
  const { network, chain_id: chainId, registry, owner, confirmed, plan, results, cost, findings } = report
  const planned = plan.map(({ id, action, agent_id: agentId, cost_ether: ether, error }) => [
    action,
    id,
    agentId === undefined ? '' : `#${agentId}`,
    ether === undefined ? '' : `≤ ${ether} ether`,
    errorText(error),
  ])
  const done = results.map(({ id, status, agent_id: agentId, tx, error }) => [
    status,
    id,
    agentId === null ? '' : `#${agentId}`,
    tx ?? '',
    errorText(error),
  ])
  return linesOf([
    `chain      ${network} (${chainId})  registry ${registry}`,
    `account    ${owner}  has ${cost.balance_ether} ether`,
    publishFindingLines(findings),
    withHints(confirmed ? done : planned, confirmed ? results : plan),
    plan.map(changeLines),
    costLine(cost),
    confirmed ? nextAfter(report, command) : ['plan only    nothing was sent', nextLine(report)],
  ])
}

export function ratingLines({ results, findings, cost, confirmed }: OutputOf<'chain.rate'>): readonly string[] {
  const rows = results.map(({ status, id, evaluation, tx, error }) => [
    status,
    id,
    evaluation,
    tx ?? '',
    errorText(error),
  ])
  return [
    ...publishFindingLines(findings),
    ...withHints(rows, results),
    costLine(cost),
    ...(confirmed ? [] : ['plan only    nothing was sent; --confirm sends']),
  ]
}

export function reputationLines(results: OutputOf<'chain.reputation'>['results']): readonly string[] {
  return results.flatMap(({ id, agent_id: agentId, count: all, tags, clients, trusted, recorded, left_out: left }) => {
    if (agentId === null) return [`${id}  no identity`]
    const whose = trusted ? 'of trusted accounts' : 'of anybody, which proves little'
    const reasons = [
      [left.untrusted, 'of others'],
      [left.revoked, 'revoked'],
      [left.other_tags, 'with other tags'],
      [left.unread_accounts, 'accounts not read'],
    ] as const
    const without = reasons.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]))
    const rows = tags.map((one) => [
      '  ',
      outsideText(one.tag, 60) || 'no tag',
      count(one.count, 'rating'),
      `average ${one.average}`,
    ])
    const more = clients.length > 5 ? ` and ${clients.length - 5} more` : ''
    return linesOf([
      `${id}  #${agentId}  ${count(all, 'rating')} ${whose}${recorded ? ', recorded' : ''}`,
      columns(rows),
      clients.length > 0 && `  by  ${clients.slice(0, 5).join(' ')}${more}`,
      without.length > 0 && `  left out  ${without.join(', ')}`,
    ])
  })
}

function errorText(error: { readonly code: string; readonly message: string } | undefined): string {
  return error === undefined ? '' : outsideText(`${error.code} ${error.message}`)
}

function costLine({ ether, gas, fee_gwei: fee }: ChainReport['cost']): string {
  return `cost       at most ${ether} ether for ${grouped(gas)} gas at ${fee} gwei`
}

/** Rows with what can be done about those that failed, once where it is the same for several in a row. */
function withHints(
  rows: readonly (readonly string[])[],
  reported: readonly { readonly error?: { readonly hint?: string | undefined } | undefined }[],
): readonly string[] {
  return columns(rows).flatMap((line, index) => {
    const hint = reported[index]?.error?.hint
    if (hint === undefined || hint === reported[index + 1]?.error?.hint) return [line]
    return [line, `           → ${outsideText(hint, 1000)}`]
  })
}

function changeLines({
  id,
  uri,
  from_uri: from,
  changed_fields: fields,
}: ChainReport['plan'][number]): readonly string[] {
  if (from === undefined) return []
  const what = fields === undefined ? '' : `   (differs in ${outsideText(fields.join(', ')) || 'its form'})`
  return [`change     ${id}: ${shortUri(from)} → ${shortUri(uri ?? '')}${what}`]
}

function shortUri(uri: string): string {
  return uri.startsWith('data:') ? 'data:…' : outsideText(uri)
}

function nextLine({ plan, cost }: ChainReport): string {
  const actions = new Set(plan.map(({ action }) => action))
  if (actions.has('register') || actions.has('update'))
    return `next       the same with --confirm --max-fee-gwei ${cost.suggested_max_fee_gwei} --max-cost ${cost.suggested_max_cost}`
  if (actions.has('resume')) return 'next       the same with --confirm   (brings to an end what was sent)'
  if (actions.has('record')) return 'next       the same with --confirm   (writes into agents.yaml; costs nothing)'
  return actions.has('refused') ? 'next       nothing can be sent: see above' : 'next       nothing is to do'
}

function nextAfter({ results, resume }: ChainReport, command: string): readonly string[] {
  if (resume.length > 0)
    return [`next       datacortex chain ${command} ${resume.join(' ')} … --confirm   (goes on from here)`]
  const done = results.flatMap(({ id, error }) => (error === undefined ? [id] : [])).join(' ')
  return done === '' ? [] : [`next       datacortex chain verify ${done}   (export erc8004 first: the file names it)`]
}

export function statusLines(results: OutputOf<'chain.status'>['results']): readonly string[] {
  return columns(
    results.map(({ id, status, agent_id: agentId, owner, uri, changed_fields: fields }) => [
      status,
      id,
      agentId === null ? '' : `#${agentId}`,
      owner ?? '',
      shortUri(uri ?? ''),
      fields === null || fields.length === 0 ? '' : `differs in ${outsideText(fields.join(', '))}`,
    ]),
  )
}

type Checks = readonly Pick<OutputOf<'chain.check'>['checks'][number], 'check' | 'ok' | 'detail' | 'hint'>[]

export function checkLines(checks: Checks | OutputOf<'chain.verify'>['results'][number]['checks']): readonly string[] {
  const rows = checks.map(({ check, ok, detail }) => [
    '  ',
    ok === null ? 'unknown' : ok ? 'ok' : 'WRONG',
    check,
    outsideText(detail, 300),
  ])
  return withHints(
    rows,
    (checks as Checks).map(({ hint }) => ({ error: { hint } })),
  )
}

export function verificationLines(results: OutputOf<'chain.verify'>['results']): readonly string[] {
  return results.flatMap(({ id, verified, agent_id: agentId, checks }) => [
    `${verified ? 'verified  ' : 'not proven'} ${id}${agentId === null ? '' : ` #${agentId}`}`,
    ...checkLines(checks),
  ])
}
