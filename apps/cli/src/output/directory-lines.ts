import type { OutputOf } from '@datacortex/space'
import { count, duration } from '@datacortex/wording'
import { fittedColumns, outputWidth } from './fitted-columns.ts'
import { outsideText } from './outside-text.ts'

type Report = Omit<OutputOf<'directories.refresh'>['directories'][number], 'took_ms'> & { readonly took_ms?: number }

export function directoryLines(directories: readonly Report[]): readonly string[] {
  const rows = directories.map(({ name, found, took_ms: tookMs, listed_at: listedAt, stale }) => [
    name,
    count(found, 'agent'),
    tookMs === undefined ? '' : duration(tookMs),
    listedAt === undefined ? 'never listed in full' : `listed ${listedAt.slice(0, 16).replace('T', ' ')}`,
    stale ? 'stale' : '',
  ])
  const shown = fittedColumns(rows, { width: outputWidth(), flexible: [3] })
  return directories.flatMap(({ error, failures: all }, index) => {
    const failures = all.filter(({ message }) => message !== error?.message)
    return [
      shown[index] ?? '',
      ...(error === undefined ? [] : [`    ${outsideText(error.message)}`]),
      ...failures.slice(0, mostFailures).map(({ message }) => `    ${outsideText(message)}`),
      ...(failures.length > mostFailures ? [`    and ${failures.length - mostFailures} more (--json lists them)`] : []),
    ]
  })
}

const mostFailures = 5
