/**
 * How to take back what a command wrote.
 *
 * @param undo - The name of the run; undefined if it wrote nothing.
 */
export function undoRows(undo: string | undefined): readonly (readonly string[])[] {
  return undo === undefined ? [] : [['undo', `datacortex undo ${undo}`]]
}

/**
 * The same for other programs.
 *
 * @param undo - The name of the run; undefined if it wrote nothing.
 */
export function undoField(undo: string | undefined): { readonly undo?: string } {
  return undo === undefined ? {} : { undo }
}
