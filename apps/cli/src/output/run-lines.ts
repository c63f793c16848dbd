import { withoutControls } from '@datacortex/errors'
import type { EndedRun } from '@datacortex/space'
import { duration, usedText } from '@datacortex/wording'
import { leftOutTexts } from './left-out-lines.ts'
import { factLines } from './lines.ts'
import { checkFact, outputFact } from './run-facts.ts'

export function runLines(run: EndedRun): readonly string[] {
  const { text, error, outputs, checks, findings, execution_id: id, memory_id: memory, undo } = run
  const next = error === undefined ? `datacortex feedback ${id} positive|negative|revised` : `datacortex log show ${id}`
  const facts = factLines([
    ['error', error && `${error.code}  ${error.message}`],
    ['hint', error?.hint],
    ...outputs.map(outputFact),
    ...checks.map(checkFact),
    ['remembered', memory],
    ...leftOutTexts(run).map((left) => ['left out', left] as const),
    ...findings.flatMap(({ message, hint, severity }) => [
      ['note', message] as const,
      ['hint', severity === 'info' ? undefined : hint] as const,
    ]),
    ['execution', `${id}  ${run.status} in ${duration(run.duration_ms)} by ${run.runner}`],
    ['used', usedText(run)],
    ['undo', undo && `datacortex undo ${undo}`],
    ['next', run.logged ? next : undefined],
  ])
  return [...(text === '' ? [] : [withoutControls(text).trimEnd(), '']), ...facts]
}
