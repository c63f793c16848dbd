import { type Finding, warningFinding } from '@datacortex/errors'
import type { Candidate } from '../candidates.ts'
import type { RegisterOptions } from '../register-options.ts'

/** A finding if the options say something of files that nobody writes: a chain is told only an https address. */
export function unwrittenContent(
  candidates: readonly Pick<Candidate, 'file'>[],
  { active, image, webUrl, mcp, out }: Pick<RegisterOptions, 'active' | 'image' | 'webUrl' | 'mcp' | 'out'>,
): readonly Finding[] {
  const given = { '--active': active, '--image': image, '--web-url': webUrl, '--mcp-url': mcp }
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length === 0 || out !== undefined) return []
  if (!candidates.some(({ file }) => file?.scheme === 'https')) return []
  return [
    warningFinding('EXPORT_CONTENT_UNWRITTEN', names.join(', '), {
      message:
        'It changes only files that are written, and this run writes none: an https address shows what is served there.',
      hint: 'Name --out, or give the same to `datacortex export erc8004`. What `serve` shows stands under `x-erc8004` of the agents.',
    }),
  ]
}
