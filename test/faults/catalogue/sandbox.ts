import { met, vital } from './entry.ts';

/** K: the sandbox. */
export const sandbox = [
  vital(
    'K1',
    'A server that all can reach',
    'It listens on loopback alone',
    'sandbox/safety: it listens on 127.0.0.1 and nowhere else',
    'process/sandbox-start: the API and the feed are on loopback, and nowhere else',
  ),
  vital(
    'K2',
    'A page of the web that finds it',
    'Host and Origin are checked',
    'sandbox/safety: a foreign page is turned away before anything else is judged',
    'sandbox/safety: Host: evil.example',
  ),
  met(
    'K3',
    'A form of another page',
    'JSON and both keys, or nothing',
    'contract/contract: of type %j is refused',
    'contract/contract: refuses who bears no credentials, half of them, or wrong ones',
  ),
  vital(
    'K4',
    'A body without end',
    '1 MiB, counted as it comes',
    'sandbox/refusals: a body without a length is counted as it comes',
    'contract/contract: of 2 MiB is refused',
  ),
  vital(
    'K5',
    'Clients that never come to an end',
    'Not waited for',
    'contract/contract: who never comes to an end is not waited for',
  ),
  met('K6', 'Odd identifiers and paths', 'Not found', 'sandbox/fuzz: paths and queries'),
  met('K8', 'A port that is in use', 'Named', 'sandbox/safety: a port that is taken is named'),
  met(
    'K9',
    'A damaged file of its state',
    'Left as it is, and told',
    'sandbox/state-file: a file with %s stops the start, and stays as it is',
  ),
  met(
    'K10',
    'Faults on purpose',
    'Only where they were asked for at the start',
    'sandbox/met-faults: without faults the header means nothing',
    'sandbox/met-faults: the same seed meets the same faults, in whatever order',
  ),
  met(
    'K11',
    'Deep bodies, and names that programs trip over',
    'Refused',
    'contract/contract: what is nested 10,000 deep',
    'sandbox/fuzz: well-formed nonsense',
  ),
  met(
    'K12',
    'A sandbox unlike the service',
    'One suite holds any base URL to the contract',
    'contract/contract: takes what the contract allows, and answers as it says',
    'contract/contract: refuses a body that breaks a rule',
  ),
];
