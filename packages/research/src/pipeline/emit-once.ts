import type { HookPayloads, HookPoint } from '@datacortex/plugin'
import type { Phase } from '../runs/run-record.ts'
import type { RunInProgress } from './run-in-progress.ts'

/** Tells subscribers of a point once in a run; only a kill between that and its line in the journal makes it twice. */
export async function emitOnce<Point extends HookPoint>(
  point: Point,
  payload: HookPayloads[Point],
  { run, ports, signal, phase }: RunInProgress & { readonly phase: Phase },
): Promise<void> {
  await run.keep({ phase, key: `hook ${point}` }, async () => {
    await ports.hooks?.emit(point, payload, { signal })
    return point
  })
}
