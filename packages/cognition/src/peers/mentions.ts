import { type Finding, errorFinding } from '@datacortex/errors'
import { foldedName } from '@datacortex/platform'
import { cognitionError } from '../errors.ts'
import type { Mind } from '../mind.ts'
import { type Peer, mentionedUid } from './peer.ts'
import { findPeer, readPeers } from './read-peers.ts'

/**
 * How a peer is mentioned on its platform.
 *
 * @param mind - Of the agent that mentions it.
 * @param asked - Its name or uid.
 * @throws `COGNITION_PEER_UNKNOWN`, `COGNITION_PEER_MUTED`, `COGNITION_PEERS_INVALID`.
 * @example (await mention(mind, 'Bo')).mention_syntax // '<@9876543210987654>'
 */
export async function mention(mind: Mind, asked: string): Promise<Peer & { readonly findings: readonly Finding[] }> {
  const registry = await readPeers(mind)
  const peer = findPeer(registry, asked)
  if (peer.status === 'muted')
    throw cognitionError('COGNITION_PEER_MUTED', { agent: mind.identity.name, peer: peer.name })
  return { ...peer, findings: registry.findings }
}

type Token = { readonly start: number; readonly end: number; readonly peer: Peer | undefined; readonly text: string }

/**
 * What is wrong with the mentions in a text that goes out: a peer that is named and not mentioned, a uid that is not that of who
 * is named or of nobody, a muted peer. Names and mentions in code say nothing: platforms notify nobody of them.
 *
 * @param text - Of a message.
 * @param options - `peers` of the agent that sends it, and its own `uid`: of itself it speaks by its name.
 * @example checkMentions('Ask Bo.', { peers, uid: '42' }).map(({ code }) => code) // ['COGNITION_MENTION_MISSING']
 */
export function checkMentions(
  text: string,
  { peers, uid: own }: { readonly peers: readonly Peer[]; readonly uid: string },
): readonly Finding[] {
  const normal = text.normalize('NFC')
  let open = normal.replaceAll(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)|`[^`\n]*`/g, blank)
  const take = (pattern: RegExp, peerOf: (found: string) => Peer | undefined): readonly Token[] => {
    const found = [...open.matchAll(pattern)].map(({ 0: written, index: start }) => {
      return { start, end: start + written.length, peer: peerOf(written), text: written }
    })
    open = open.replaceAll(pattern, blank)
    return found
  }
  const byLength = (key: 'mention_syntax' | 'name') =>
    peers.toSorted((one, other) => other[key].length - one[key].length)
  const mentions = [
    ...byLength('mention_syntax').flatMap((peer) => take(whole(peer.mention_syntax, 'gu'), () => peer)),
    ...take(/<@!?[^>|\s]+(?:\|[^>\n]*)?>/gu, (found) => peers.find(({ uid }) => uid === mentionedUid(found))),
  ]
  const findings = new Map<string, Finding>()
  const report = (code: string, subject: string, message: string, hint?: string): void => {
    findings.set(`${code} ${subject}`, errorFinding(code, subject, { message, hint }))
  }
  for (const { peer, text: written } of mentions) {
    if (peer === undefined) report('COGNITION_MENTION_WRONG', written, `${written} is no peer of this agent.`)
    else if (peer.status === 'muted') report('COGNITION_PEER_MUTED', peer.name, `${peer.name} is muted.`)
  }
  for (const peer of byLength('name').filter(({ uid }) => uid !== own)) {
    for (const { start, end } of take(whole(peer.name.normalize('NFC'), 'giu'), () => peer)) {
      const beside = mentions.find((one) => one.peer?.uid !== peer.uid && isBeside(normal, { start, end }, one))
      const hint = `Write ${peer.mention_syntax}.`
      if (beside !== undefined)
        report('COGNITION_MENTION_WRONG', peer.name, `${beside.text} beside ${peer.name} mentions somebody else.`, hint)
      else if (!mentions.some((one) => one.peer === peer))
        report('COGNITION_MENTION_MISSING', peer.name, `${peer.name} is named and not mentioned.`, hint)
    }
  }
  return [...findings.values()]
}

function isBeside(text: string, name: Pick<Token, 'start' | 'end'>, one: Token): boolean {
  const between = one.start >= name.end ? text.slice(name.end, one.start) : text.slice(one.end, name.start)
  return (one.start >= name.end || one.end <= name.start) && /^[^\S\n]?[([=:]?[^\S\n]?$/.test(between)
}

/** A name as a whole word; scripts without spaces have none. */
function whole(name: string, flags: string): RegExp {
  const [before, after] = ['(?<![\\p{L}\\p{N}_])', '(?![\\p{L}\\p{N}_-])']
  const spaced = /[\p{L}\p{N}_]/u
  const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
  const isWord = (sign = ''): boolean => spaced.test(sign) && !unspaced.test(sign)
  const signs = Array.from(name)
  const words = name.split(/\s+/).map((word) => RegExp.escape(word))
  return new RegExp(`${isWord(signs[0]) ? before : ''}${words.join('\\s+')}${isWord(signs.at(-1)) ? after : ''}`, flags)
}

function blank(found: string): string {
  return ' '.repeat(found.length)
}

/**
 * Peers that fit words of a task, best first; all of them, in their order, without one.
 *
 * @param peers - Those that are muted or inactive are never offered for a task.
 * @param words - Of the task.
 * @example fittingPeers(peers, ['bread']).map(({ name }) => name) // ['Bo']
 */
export function fittingPeers(peers: readonly Peer[], words: readonly string[]): readonly Peer[] {
  if (words.length === 0) return peers
  const scored = peers.map((peer) => {
    const text = foldedName([peer.name, peer.role, peer.notes, ...peer.capabilities].join(' '))
    return { peer, score: words.filter((word) => text.includes(foldedName(word))).length }
  })
  const fitting = scored.filter(({ peer, score }) => score > 0 && peer.status === 'active')
  return fitting.toSorted((one, other) => other.score - one.score).map(({ peer }) => peer)
}
