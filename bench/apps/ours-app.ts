import { OurEndpoint } from './ours';
import { synthesize } from './stacks';

const [, , , , models] = process.argv;
synthesize((scope, id, index) => new OurEndpoint(scope, id, `text-${index}`, `${models}/${index}/model.pt`));
