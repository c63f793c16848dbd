import { shorten } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'

export const embed = commandOf('remember', (data) => {
  const { id, path, log, created, merged, indexed, index_problem: problem, contradicts, findings } = data
  const what = merged ? 'has it already' : created ? 'a new topic' : 'one key point more'
  return [
    id === null && 'log only   all of it stands in the log alone',
    id !== null && [`${data.dry_run ? 'would be  ' : 'stored    '} ${id}`, `topic      ${path}  (${what})`],
    `log        ${log}`,
    contradicts.map((one) => `against    ${one.id} ${shorten(one.text, 80)}  (${one.path})`),
    indexed === false && [`not found yet: ${problem ?? 'it is not in the index'}`, 'next       datacortex index'],
    findings.map(({ message }) => `note       ${message}`),
    data.dry_run && 'dry run    nothing was changed',
  ]
})
