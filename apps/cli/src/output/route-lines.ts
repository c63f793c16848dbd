import type { OutputOf } from '@datacortex/space'
import { duration, shorten } from '@datacortex/wording'
import { noteLine } from './finding-lines.ts'
import { fittedColumns, outputWidth } from './fitted-columns.ts'

/** Where a task goes, as people read it: the agent, what decided, who else could have been meant. */
export function routeLines({
  agent,
  via,
  score,
  rule,
  candidates,
  findings,
  took_ms: tookMs,
}: OutputOf<'route'>): readonly string[] {
  const others = candidates.filter((candidate) => candidate.agent !== agent)
  const decided = `${ruleWords[rule.kind]} ${JSON.stringify(shorten(rule.fired, 90))}`
  return [
    agent === null ? `no agent fits: ${rule.fired}` : `agent      ${agent}  ${score.toFixed(2)}`,
    ...(agent === null ? [] : [`via        ${via}: ${decided}`]),
    ...fittedColumns(
      others.map((other, place) => [
        place === 0 ? 'others   ' : '         ',
        other.agent,
        // Below the limit, which the line above names in full, none may look as if it reached it.
        agent === null ? (Math.floor(other.score * 1000) / 1000).toFixed(3) : other.score.toFixed(2),
        shorten(other.matched, 70),
      ]),
      { width: outputWidth(), flexible: [3] },
    ),
    ...findings.map(noteLine),
    ...(agent === null && others.length > 0
      ? ['next       datacortex agent find --min-score 0 …   or   datacortex route … --confirm ID']
      : []),
    duration(tookMs),
  ]
}

const ruleWords = {
  tag: 'its tag',
  confirmed: 'the same task was confirmed before,',
  command: 'its command',
  name: 'its name',
  pattern: 'its pattern',
  meaning: 'its text',
  none: '',
} as const
