import { type Finding, thrownText, warningFinding } from '@datacortex/errors'
import type { OpenRunner } from '../runners/open-runner.ts'
import { cutLine } from './answer/cut-line.ts'

/** A runner that can't be stopped takes nothing from the answer that it gave: that is a finding. */
export function withReportedEnd(
  runner: OpenRunner,
  { name, tell }: { name: string; tell: (finding: Finding) => void },
): OpenRunner {
  return {
    run: (task, options) => runner.run(task, options),
    [Symbol.asyncDispose]: async () => {
      try {
        await runner[Symbol.asyncDispose]()
      } catch (error) {
        tell(
          warningFinding('EXECUTION_RUNNER_NOT_STOPPED', name, {
            message: `The runner ${name} could not be stopped: ${cutLine(thrownText(error), 200)}`,
            hint: 'What it started may still run; look at the processes of this machine.',
          }),
        )
      }
    },
  }
}
