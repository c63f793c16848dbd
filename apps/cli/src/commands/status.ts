import type { OutputOf } from '@datacortex/space'
import { count } from '@datacortex/wording'
import { commandOf } from '../command-of.ts'
import { displayPath } from '../output/display-path.ts'
import { noteLine } from '../output/finding-lines.ts'

export const status = commandOf('status', (data) => {
  const { agents, notes, index, trusted, state, waiting, next, findings } = data
  return [
    `space      ${displayPath(data.root)}`,
    `agents     ${agents ?? "can't be read"}`,
    `notes      ${notes}  (index ${index})`,
    `trust      ${trusted === null ? "can't be read" : trusted ? 'nothing waits for your word' : untrusted({ state, waiting })}`,
    ...findings.map(noteLine),
    ...next.map((command, place) => `${place === 0 ? 'next' : '    '}       ${command}`),
  ]
})

function untrusted({ state, waiting }: Pick<OutputOf<'status'>, 'state' | 'waiting'>): string {
  if (state === 'restricted') return 'restricted: you have not trusted this space'
  return `${count(waiting.length, 'thing')} that the space wants may not happen yet: ${waiting.join(', ')}`
}
