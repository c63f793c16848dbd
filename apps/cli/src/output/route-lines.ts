import { shellWord } from '@datacortex/platform'
import type { OutputOf } from '@datacortex/space'
import { duration, nearestBelow, scoreBelow, scoreText, shorten } from '@datacortex/wording'
import { judgeLines, madeBelow, madeElsewhere } from './find-lines.ts'
import { noteLine } from './finding-lines.ts'
import { fittedColumns, outputWidth } from './fitted-columns.ts'

type Routed = OutputOf<'route'>

/** Where a task goes, as people read it: the agent, what decided, who else could have been meant. */
export function routeLines({
  agent,
  via,
  score,
  rule,
  candidates,
  findings,
  judge,
  task,
  dynamic,
  took_ms: tookMs,
}: Routed): readonly string[] {
  const shown = candidates.map((one) => ({ id: one.agent }))
  const others = candidates.filter((candidate) => candidate.agent !== agent)
  const decided = `${ruleWords[rule.kind]} ${JSON.stringify(shorten(rule.fired, 90))}`
  return [
    agent === null ? `no agent fits: ${whyNone(rule, candidates)}` : `agent      ${agent}  ${scoreText(score)}`,
    ...(agent === null ? [] : [`via        ${via}: ${decided}`, ...madeBelow(dynamic, agent)]),
    ...fittedColumns(
      others.map((other, place) => [
        place === 0 ? 'others   ' : '         ',
        other.agent,
        // Below the limit, which the line above names in full, none may look as if it reached it.
        agent === null ? scoreBelow(other.score) : scoreText(other.score),
        shorten(other.matched, 70),
      ]),
      { width: outputWidth(), flexible: [3] },
    ),
    ...madeElsewhere(dynamic, shown),
    ...findings.map(noteLine),
    ...judgeLines(judge),
    duration(tookMs),
    ...(agent === null && others.length > 0 ? [`next       datacortex find --min-score 0 ${shellWord(task)}`] : []),
  ]
}

/** What is not among the reasons is for people already: a stranger sees none. */
function whyNone({ fired: reason, threshold }: Routed['rule'], [best]: Routed['candidates']): string {
  if (best !== undefined && threshold !== undefined) return nearestBelow({ ...best, id: best.agent }, threshold)
  return noneWords[reason] ?? reason
}

const noneWords: Readonly<Record<string, string>> = {
  'no text': 'no agent has these tags, and there is no text',
  'no trigger': 'no tag and no pattern matches',
  'no agent': 'no agent was found',
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
