import { sha256 } from '@datacortex/platform'

export type ReadEntry = {
  /** As its heading has it. */
  readonly time: string
  readonly text: string
  /** Of time and text, whatever the line ends are. */
  readonly hash: string
  /** Where it ends in the file, in bytes. */
  readonly end: number
  /** What `remember` made of it when it was written: the name of the topic, and the id of the key point. */
  readonly recorded?: { readonly topic: string; readonly id: string } | undefined
}

/** The entries of a log: what stands below each heading with a time of day. */
export function logEntries(log: string): readonly ReadEntry[] {
  const starts = [...log.matchAll(/^## +(\d{1,2}:\d{2})[^\n]*(?:\n|$)/gm)]
  let [end, last] = [0, 0]
  return starts.map((start, place) => {
    const [heading, time = ''] = start
    const next = starts[place + 1]?.index ?? log.length
    end += Buffer.byteLength(log.slice(last, next))
    last = next
    const lines = log
      .slice(start.index + heading.length, next)
      .split(/\r\n?|\n/)
      .map((line) => line.trimEnd())
    const [mark, topic = '', id = ''] =
      lines.map((line) => recordedMark.exec(line)).find((found) => found !== null) ?? []
    const text = unlisted(saidLines(lines.filter((line) => line !== mark)))
      .join('\n')
      .trim()
    const recorded = mark === undefined ? undefined : { topic, id }
    return { time, text, hash: sha256(`${time}\n${text}`).slice(0, 12), end, recorded }
  })
}

const recordedMark = /^- recorded: .*\/([^/]+)\.md \^(kp-\w+)$/

/** Without what is known of the text. What ended, or is a memory of the version before, is nothing to make knowledge of. */
function saidLines(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => /^- (?:at|of): /.test(line))) return lines
  if (lines.some((line) => /^- (?:of: |id: mem-\d{4}-)/.test(line))) return []
  return lines.flatMap((line) => (fact.test(line) ? [] : [line.replace(/^- insight: /, '- ')]))
}

const fact = /^- (?:id|status|at|type|visibility|tags|execution|source|space|output): /

/** A text that was written as one item of a list is itself again; several items stay as they are. */
function unlisted(lines: readonly string[]): readonly string[] {
  const [first, ...others] = lines.filter((line, at) => line !== '' || at > 0)
  const isOne = first?.startsWith('- ') === true && others.every((line) => line === '' || line.startsWith('  '))
  return isOne ? [first.slice(2), ...others.map((line) => line.slice(2))] : lines
}

/** Where a log is worked off up to: position, hash and, to be read, the time of the last entry. */
export function checkpointOf({ end, hash, time }: ReadEntry): string {
  return `${end} ${hash} ${time}`
}

/** The entries behind a checkpoint; all of them if what it names is not there any more. */
export function entriesBehind(entries: readonly ReadEntry[], checkpoint: string | null): readonly ReadEntry[] {
  const [end, hash] = checkpoint?.split(' ') ?? []
  const at = entries.findIndex((one) => one.hash === hash && String(one.end) === end)
  return entries.slice((at === -1 ? entries.findLastIndex((one) => one.hash === hash) : at) + 1)
}
