// Loaded before the program: the first command that asks for its working folder meets a plain Error, as in a bug.
process.cwd = () => {
  throw new Error('planted bug')
}
