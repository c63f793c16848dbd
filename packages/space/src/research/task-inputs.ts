import { proseAddresses } from '@datacortex/research'
import type { ResearchAsked } from './research-config.ts'

/** What a task asks to research: addresses are read, and all the other words are the topic. */
export function researchSubjects(task: string): Pick<ResearchAsked, 'topic' | 'urls'> {
  const found = addressesOf(task)
  const rest = withoutAddresses(task.trim().split(/\s+/), found).join(' ')
  return { ...(rest === '' ? {} : { topic: rest }), urls: [...new Set(found)] }
}

/** What a task asks to take in: one of a single path or address means it. */
export function ingestInputs(task: string): readonly string[] {
  const quoted = [...task.matchAll(/[`"']([^`"'\n]+)[`"']/g)].map((match) => match[1] ?? '')
  const named = [...new Set([...addressesOf(task), ...quoted])]
  return named.length > 0 ? named : [task.trim()]
}

/** The words in which no address stands; both are in the order of the task, so that each is looked at once. */
function withoutAddresses(words: readonly string[], addresses: readonly string[]): readonly string[] {
  let next = 0
  return words.filter((word) => {
    const first = next
    let end = 0
    for (let url = addresses[next]; url !== undefined; url = addresses[next]) {
      const start = word.indexOf(url, end)
      if (start < 0) break
      end = start + url.length
      next += 1
    }
    return next === first
  })
}

/** In their order, each as often as it stands there. One that is the whole task is no prose: `https://a.example/Yahoo!`. */
function addressesOf(task: string): readonly string[] {
  const whole = task.trim()
  return /^https?:\/\/\S+$/i.test(whole) ? [whole] : proseAddresses(task)
}
