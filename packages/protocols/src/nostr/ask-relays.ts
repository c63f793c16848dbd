import { setImmediate } from 'node:timers/promises'
import type { DirectoryFailure } from '@datacortex/plugin'
import { checkEvent } from './check-event.ts'
import type { NostrEvent } from './event.ts'
import { type NostrFilter, type RelayOptions, askRelay, wrongFailure } from './relay.ts'

/**
 * Asks relays side by side, each with its own deadline, and checks the id and signature of everything, whatever the
 * relays say about it. What came in time counts.
 * @param options - `open`: a guarded socket; `deadlineMs`: for one relay; `most`: events of one relay, at most.
 * @example await askRelays(urls, [{ kinds: [4199] }], { open: context.socket, signal, deadlineMs: 5000, most: 10_000 })
 */
export async function askRelays(
  urls: readonly string[],
  filters: readonly NostrFilter[],
  options: RelayOptions & { readonly most: number },
) {
  const asked = [...new Set(urls)]
  const answers = await Promise.all(asked.map((url) => askRelay(url, filters, options)))
  const events = new Map<string, NostrEvent>()
  const relaysOf = new Map<string, string[]>()
  const failures: DirectoryFailure[] = []
  let seen = 0
  for (const [index, answer] of answers.entries()) {
    const url = asked[index] ?? ''
    const reasons = new Map<string, number>()
    for (const value of answer.events) {
      // Signatures take a millisecond each: who wants to stop it must get a turn.
      if ((seen += 1) % 50 === 0) await setImmediate()
      options.signal.throwIfAborted()
      const { id, sig } = value as NostrEvent
      const known = events.get(id)
      // What another relay sent already needs no second check.
      const checked = known !== undefined && known.sig === sig ? { event: known } : checkEvent(value)
      if ('reason' in checked) reasons.set(checked.reason, (reasons.get(checked.reason) ?? 0) + 1)
      else {
        events.set(checked.event.id, checked.event)
        relaysOf.set(checked.event.id, [...new Set([...(relaysOf.get(checked.event.id) ?? []), url])])
      }
    }
    failures.push(
      ...answer.failures,
      ...[...reasons].map(([reason, count]) => wrongFailure(url, `${count} × ${reason}`)),
    )
  }
  return { events: [...events.values()], relaysOf, failures, notes: answers.flatMap(({ notes }) => notes) }
}
