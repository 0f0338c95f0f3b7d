// Started by the tool itself, for --store keyring: the request comes on stdin, so that no key is in a command line.
const { answerForKeyring } = require('../dist/keyring.cjs');

answerForKeyring(process.stdin).then((told) => {
  process.stdout.write(JSON.stringify(told));
});
