import { errorsOf } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'

type NothingRead = {
  readonly id: string
  readonly topic: string
  readonly reasons: readonly string[]
  /** Titles of the user's own notes that speak of it. */
  readonly notes?: readonly string[] | undefined
  /** Where resuming would help nobody, what does. */
  readonly next?: string | undefined
}

/** Makes the errors of research. */
export const researchError = errorsOf({
  RESEARCH_RUN_UNKNOWN: {
    message: ({ id }: { id: string }) => `There is no research run ${JSON.stringify(id)} here.`,
    hint: 'datacortex research list',
  },
  RESEARCH_RUN_BROKEN: {
    message: ({ id, reason }: { id: string; reason: string }) => `The research run ${id} can't be read: ${reason}.`,
    hint: 'Start it anew; what it has written into the space stays.',
  },
  RESEARCH_SELECTION_INVALID: {
    message: ({ missing, candidates }: { id: string; missing: readonly number[]; candidates: number }) =>
      `There ${candidates === 1 ? 'is 1 candidate' : `are ${candidates} candidates`}, so ${missing.join(', ')} can't be selected. Nothing was read yet; what was found is kept.`,
    hint: ({ id, candidates }) =>
      `datacortex research resume ${id} --select ${candidates === 1 ? '1' : `1,${candidates}`}`,
    details: ({ id, missing, candidates }) => ({ id, missing: [...missing], candidates }),
  },
  RESEARCH_NOTHING_READ: {
    message: nothingRead,
    hint: ({ id, next }) => next ?? `datacortex research resume ${id}`,
    details: ({ id, reasons, notes = [] }) => ({ id, reasons: [...reasons], notes: [...notes] }),
  },
  RESEARCH_RUN_BUSY: {
    message: ({ id }: { id: string }) => `Another process works on the research run ${id}.`,
    hint: ({ id }) => `Wait for it: datacortex research show ${id}`,
  },
  RESEARCH_TIME_OVER: {
    message: 'The time of the run is over.',
    hint: 'Raise research.budget.minutes in the settings, and begin another run.',
    details: () => ({ transient: false }),
  },
  RESEARCH_CLIP_LOST: {
    message: 'It was stopped while it was spoken, and asking again could cost twice.',
    hint: 'Begin another run, or let another back end speak: name it in speech in the settings.',
  },
  RESEARCH_BUDGET_REACHED: {
    message: ({ limit }: { limit: string }) => `The budget of ${limit} is spent.`,
    hint: 'Raise research.budget in the settings, and begin another run.',
    details: ({ limit }) => ({ limit, transient: false }),
  },
  RESEARCH_TEXT_MISSING: {
    message: ({ reason }: { reason: string }) => reason,
    hint: 'The note is made of quotations; begin another run to have it worded.',
    details: () => ({ transient: false }),
  },
  SEARCH_RESULT_NOT_SAVED: {
    message: ({ result, reason }: { result: string; reason: string }) =>
      `The result ${JSON.stringify(result)} is not saved: ${reason}.`,
    hint: 'Save another result, or research its topic in depth.',
    details: ({ result }) => ({ result }),
  },
  RESEARCH_LINKS_UNREADABLE: {
    message: ({ name, reason }: { name: string; reason: string }) =>
      `${name} can't be read as saved links: ${reason}. Nothing was added.`,
    hint: 'Known are bookmarks of browsers, exports of Pocket, Readwise and Omnivore (unpacked), and notes of the Obsidian clipper.',
  },
  RESEARCH_READWISE_FAILED: {
    message: ({ status }: { status: number }) => `Readwise answered ${status} and no list. Nothing was added.`,
    hint: 'See that the secret READWISE_TOKEN is right, or try again later.',
    details: ({ status }) => ({ status, transient: status === 429 || status >= 500 }),
  },
  RESEARCH_LANDSCAPE_INVALID: {
    message: ({ file, reason }: { file: string; reason: string }) => `${file} can't take new entities: ${reason}.`,
    hint: 'Correct the file; the next run adds its entities again.',
  },
})

const longestTopic = 200
// More are no message; the run keeps them all.
const mostReasons = 8

function nothingRead({ topic, reasons, notes = [] }: NothingRead): string {
  const more = reasons.length - mostReasons
  const said = [...reasons.slice(0, mostReasons), ...(more > 0 ? [`${more} more failed.`] : [])].map((reason) =>
    reason.replace(/[.!?]?$/, (end) => end || '.'),
  )
  const shown = notes.slice(0, 3).map((title) => `“${title}”`)
  const others = notes.length - shown.length
  const own =
    notes.length === 0
      ? []
      : [
          `Your notes speak of it: ${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}; what they say: datacortex search ${shellWord(topic.slice(0, longestTopic).toWellFormed())}`,
        ]
  return [`Nothing was read about ${JSON.stringify(shortened(topic))}, so there is no report.`, ...said, ...own].join(
    ' ',
  )
}

/** A question may be a whole page of text. */
function shortened(topic: string): string {
  return topic.length <= longestTopic ? topic : `${topic.slice(0, longestTopic).toWellFormed()}…`
}
