/** The list of redaction rules. When two find the same thing and are equally sure of it, the earlier one names it. */
import type { Rule } from '../rule.ts';
import { aws } from './aws.ts';
import { azure } from './azure.ts';
import { cards } from './cards.ts';
import { cloud } from './cloud.ts';
import { commands } from './commands.ts';
import { credentials } from './credentials.ts';
import { data } from './data.ts';
import { delivery } from './delivery.ts';
import { emails } from './emails.ts';
import { forges } from './forges.ts';
import { generic } from './generic.ts';
import { google } from './google.ts';
import { homePaths } from './home-paths.ts';
import { ips } from './ips.ts';
import { jwt } from './jwt.ts';
import { messaging } from './messaging.ts';
import { modelProviders } from './model-providers.ts';
import { moreServices } from './more-services.ts';
import { nationalIdsElsewhere } from './national-ids-elsewhere.ts';
import { nationalIdsEurope } from './national-ids-europe.ts';
import { operations } from './operations.ts';
import { payments } from './payments.ts';
import { phones } from './phones.ts';
import { positional } from './positional.ts';
import { privateKeys } from './private-keys.ts';
import { registries } from './registries.ts';
import { social } from './social.ts';
import { told } from './told.ts';
import { workplace } from './workplace.ts';

export const rules: readonly Rule[] = [
  ...modelProviders,
  ...aws,
  ...google,
  ...azure,
  ...cloud,
  ...forges,
  ...registries,
  ...payments,
  ...messaging,
  ...operations,
  ...delivery,
  ...data,
  ...workplace,
  ...social,
  ...moreServices,
  ...privateKeys,
  ...jwt,
  ...credentials,
  ...commands,
  ...positional,
  ...generic,
  ...told,
  ...emails,
  ...phones,
  ...ips,
  ...cards,
  ...nationalIdsEurope,
  ...nationalIdsElsewhere,
  ...homePaths,
];
