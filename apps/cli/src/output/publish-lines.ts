import type { Finding } from '@datacortex/errors'
import { count } from '@datacortex/wording'
import { outsideText } from './outside-text.ts'

export function publishFindingLines(findings: readonly Finding[]): readonly string[] {
  const kinds = Map.groupBy(findings, ({ code }) => code)
  return [...kinds.values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const { severity, code, subject, message, hint } = first
    const others = alike.length === 1 ? '' : ` (and ${count(alike.length - 1, 'more', 'more')})`
    return [
      `${severity.padEnd(8)} ${code}  ${outsideText(`${subject}: ${message}`, 1000)}${others}`,
      ...(hint === undefined ? [] : [`           → ${outsideText(hint, 1000)}`]),
    ]
  })
}
