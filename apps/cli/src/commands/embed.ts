import type { OutputOf } from '@datacortex/space'
import { shorten } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'

export const embed = commandOf('remember', (data) => rememberedLines(data))

function rememberedLines(data: OutputOf<'remember'>): readonly string[] {
  const {
    id,
    path,
    log,
    created,
    merged,
    indexed,
    index_problem: problem,
    contradicts,
    dry_run: isDry,
    findings,
  } = data
  const what = merged ? 'has it already' : created ? 'a new topic' : 'one key point more'
  return [
    ...(id === null
      ? ['log only   all of it stands in the log alone']
      : [`${isDry ? 'would be  ' : 'stored    '} ${id}`, `topic      ${path}  (${what})`]),
    `log        ${log}`,
    ...contradicts.map((one) => `against    ${one.id} ${shorten(one.text, 80)}  (${one.path})`),
    ...(indexed === false
      ? [`not found yet: ${problem ?? 'it is not in the index'}`, 'next       datacortex index']
      : []),
    ...findings.map(({ message }) => `note       ${message}`),
    ...(isDry ? ['dry run    nothing was changed'] : []),
  ]
}
