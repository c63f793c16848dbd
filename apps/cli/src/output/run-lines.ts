import { withoutControls } from '@datacortex/errors'
import type { EndedRun } from '@datacortex/space'
import { columns, duration, usedText } from '@datacortex/wording'
import { checkWord } from './check-word.ts'
import { leftOutTexts } from './left-out-lines.ts'

export function runLines(run: EndedRun): readonly string[] {
  const { text, error, outputs, checks, findings, execution_id: id, memory_id: memory } = run
  const used = usedText(run)
  const next = error === undefined ? `datacortex feedback ${id} positive|negative|revised` : `datacortex log show ${id}`
  const rows: readonly (readonly [string, string])[] = [
    ...(error === undefined ? [] : [['error', `${error.code}  ${error.message}`] as const]),
    ...(error?.hint === undefined ? [] : [['hint', error.hint] as const]),
    ...outputs.map(({ path, type, change }) => ['output', [path, type, change].filter(Boolean).join('  ')] as const),
    ...checks.map(
      ({ check, passed, detail = '' }) => ['check', `${checkWord(passed)}  ${check}  ${detail}`.trimEnd()] as const,
    ),
    ...(memory === undefined ? [] : [['remembered', memory] as const]),
    ...leftOutTexts(run).map((text) => ['left out', text] as const),
    ...findings.flatMap(({ message, hint, severity }) => [
      ['note', message] as const,
      ...(hint === undefined || severity === 'info' ? [] : [['hint', hint] as const]),
    ]),
    ['execution', `${id}  ${run.status} in ${duration(run.duration_ms)} by ${run.runner}`],
    ...(used === undefined ? [] : [['used', used] as const]),
    ...(run.undo === undefined ? [] : [['undo', `datacortex undo ${run.undo}`] as const]),
    ...(run.logged ? [['next', next] as const] : []),
  ]
  return [...(text === '' ? [] : [withoutControls(text).trimEnd(), '']), ...columns(rows)]
}
