import type { Identity } from './identity.ts'

/**
 * Who an agent is, as it is told so itself: without its uid, which is no name.
 *
 * @param identity - Of the agent.
 * @example identityWords({ name: 'Wren', uid: '42', persona: 'Watches tides.', capabilities: [] })
 */
export function identityWords(identity: Identity): string {
  const { name, persona, personality = [], tone, language = [], origin, boundaries = [] } = identity
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Personality', personality.join(', ')],
    ['Tone', tone],
    ['Languages, the first ones first', language.join(', ')],
    ['Origin', origin],
  ]
  return [
    '## Who you are',
    '',
    `You are ${name}: ${persona}`,
    `Speak of yourself as ${name}, never by the name of a model, a program or an id.`,
    ...facts.flatMap(([title, text = '']) => (text === '' ? [] : [`${title}: ${text}`])),
    ...(boundaries.length === 0 ? [] : ['', 'What you will not do:', '', ...boundaries.map((one) => `- ${one}`)]),
  ].join('\n')
}
