import { jsonOf, isRecord, schemaIssues } from '@datacortex/platform'
import { z } from 'zod'
import { cognitionError } from '../errors.ts'
import type { Mind } from '../mind.ts'
import { Introduction } from '../peers/peer.ts'

const Handshake = Introduction.extend({
  acas_handshake: z.literal('v1'),
  // Whom an agent doesn't hear is not for others to say.
  status: z.enum(['active', 'inactive']).default('active'),
})

/**
 * What an agent says of itself to others, as a code block for a message (ACAS 1.4.0, section 2.2).
 *
 * @param mind - Of the agent.
 * @example handshakeText(mind) // '```json\n{ "acas_handshake": "v1", …'
 */
export function handshakeText({ identity: { name, uid, persona, capabilities } }: Pick<Mind, 'identity'>): string {
  const said = { acas_handshake: 'v1', name, uid, role: persona, capabilities, status: 'active' }
  // A fence within a text would end the block.
  return ['```json', JSON.stringify(said, undefined, 2).replaceAll('`', '\\u0060'), '```'].join('\n')
}

/** The handshake in the code blocks of a message; plain text carries none. Throws `COGNITION_HANDSHAKE_INVALID`. */
export function readHandshake(message: string): z.infer<typeof Handshake> {
  const refused = (issues: readonly string[]) => cognitionError('COGNITION_HANDSHAKE_INVALID', { issues })
  if (message.length > 100_000) throw refused(['it is longer than 100,000 characters'])
  const blocks = [...message.matchAll(/^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n? {0,3}\1/gm)]
  const found = blocks
    .map(([, , text = '']) => jsonOf(text))
    .filter((value) => isRecord(value) && Object.hasOwn(value, 'acas_handshake'))
  if (found.length !== 1) throw refused([found.length === 0 ? 'no code block of it has one' : 'it has several'])
  const parsed = Handshake.safeParse(found[0])
  if (!parsed.success) throw refused(schemaIssues(parsed.error).slice(0, 20))
  return parsed.data
}
