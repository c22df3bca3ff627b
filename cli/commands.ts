import { createProgram } from './program';
import { runProgram } from './run-program';

// The SDK would print a warning on Node.js 20, which this program supports.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

void runProgram(createProgram());
