@NullMarked
package marked;

import org.jspecify.annotations.NullMarked;
