package structures.trees;

/** A prefix tree over the letters a to z. Planted: other characters are not refused. */
public class Trie {
    final Trie[] children = new Trie[26];
    boolean isWord;

    // goal: branches
    public void insert(String word) {
        Trie at = this;
        for (int i = 0; i < word.length(); i++) {       // goal: throws java.lang.NullPointerException
            int letter = word.charAt(i) - 'a';
            if (at.children[letter] == null) {          // goal: throws java.lang.ArrayIndexOutOfBoundsException
                at.children[letter] = new Trie();       // goal: reach
            }
            at = at.children[letter];
        }
        at.isWord = true;                               // goal: reach
    }

    // goal: branches
    public boolean contains(String word) {
        Trie at = this;
        for (char letter : word.toCharArray()) {        // goal: throws java.lang.NullPointerException
            at = at.children[letter - 'a'];             // goal: throws java.lang.ArrayIndexOutOfBoundsException
            if (at == null) {
                return false;                           // goal: reach
            }
        }
        return at.isWord;                               // goal: reach
    }

    // goal: clean
    public static int words(boolean both) {
        Trie trie = new Trie();
        trie.insert("to");
        if (both) {
            trie.insert("tea");
        }
        return trie.contains("tea") ? 2 : 1;            // goal: returns 1 returns 2
    }
}
