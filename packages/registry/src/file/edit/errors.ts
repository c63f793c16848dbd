import { RegistryEditRefusedError } from '../../errors.ts'

/** An edit that would replace what somebody wrote in a way that the registry can't read. */
export class RegistryValueUnreadError extends RegistryEditRefusedError {
  // That of the base speaks of anchors.
  override readonly hint =
    "What stands there can't be read, so somebody may have written it for themselves. Correct it or take it out, then run the command again."
}
