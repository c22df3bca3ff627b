import { OurEndpoint } from './ours';
import { synthesize } from './stacks';

const [, , , , models] = process.argv;
synthesize((scope, id, index) => new OurEndpoint(scope, id, `endpoint-${index}`, `${models}/${index}/model.pt`));
