import { CodedError } from '@datacortex/errors'

/** A file that an agent's hooks ask for before each run is not there. Nothing was run. */
export class PreconditionMissingError extends CodedError {
  constructor({ agent, files }: { agent: string; files: readonly string[] }) {
    super(
      'EXECUTION_PRECONDITION_MISSING',
      `${agent} is not run: its hook validate-preconditions asks for ${files.join(', ')}, which is not there.`,
      {
        hint: 'Make it, or take it out of `required_files` in agents.yaml; `abort_on_failure: false` there only tells of it.',
        details: { agent, files },
      },
    )
  }
}
